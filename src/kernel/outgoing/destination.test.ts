import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseNetworks } from '../../std/network.ts';
import { checkedAddresses, destinationOf } from './destination.ts';

const outcome = async (url: string, allowed: string[] = []) => {
  const found = await destinationOf(url, parseNetworks(allowed));
  return typeof found === 'string' ? found : found.addresses.map(({ address }) => address).join(' ');
};

describe('destination of a request', () => {
  for (const [what, url] of [
    ['loopback', 'https://127.0.0.1/'],
    ['another loopback', 'https://127.8.9.10/'],
    ['loopback as one number', 'https://2130706433/'],
    ['loopback in hexadecimal', 'https://0x7f.1/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['"this host"', 'https://0.0.0.0/'],
    ['private 10/8', 'https://10.1.2.3/'],
    ['private 172.16/12', 'https://172.31.0.1/'],
    ['private 192.168/16', 'https://192.168.1.1/'],
    ['carrier-grade NAT', 'https://100.64.0.1/'],
    ['link-local, where clouds keep their secrets', 'https://169.254.169.254/latest/meta-data'],
    ['benchmarking', 'https://198.18.0.1/'],
    ['multicast', 'https://224.0.0.1/'],
    ['broadcast', 'https://255.255.255.255/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv6 unspecified', 'https://[::]/'],
    ['IPv6 unique local', 'https://[fd00::1]/'],
    ['IPv6 link-local', 'https://[fe80::1]/'],
    ['IPv6 site-local', 'https://[fec0::1]/'],
    ['IPv4-mapped loopback', 'https://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped private', 'https://[::ffff:a01:203]/'],
    ['IPv4-compatible loopback', 'https://[::7f00:1]/'],
    ['NAT64 of loopback', 'https://[64:ff9b::7f00:1]/'],
    ['6to4 of loopback', 'https://[2002:7f00:1::]/'],
    ['a name of loopback', 'https://localhost/'],
    ['plain http to a public address', 'http://93.184.215.14/'],
    ['port 22', 'https://93.184.215.14:22/'],
    ['port 1023', 'https://93.184.215.14:1023/'],
    ['port 0', 'https://93.184.215.14:0/'],
  ] as const) {
    it(`refuses ${what}`, async () => assert.equal(await outcome(url), 'notAllowed'));
  }

  for (const [what, url, address] of [
    ['a public address', 'https://93.184.215.14/x', '93.184.215.14'],
    ['a public IPv6 address', 'https://[2606:2800:21f:cb07::1]/', '2606:2800:21f:cb07::1'],
    ['port 80', 'https://93.184.215.14:80/', '93.184.215.14'],
    ['a port above 1023', 'https://93.184.215.14:1024/', '93.184.215.14'],
  ] as const) {
    it(`takes ${what}`, async () => assert.equal(await outcome(url), address));
  }

  it('takes what a network of the settings lists, by http as well', async () => {
    assert.equal(await outcome('http://10.1.2.3:8080/', ['10.0.0.0/8']), '10.1.2.3');
    assert.equal(await outcome('https://192.168.1.5/', ['192.168.1.5']), '192.168.1.5');
    assert.equal(await outcome('http://[::ffff:10.1.2.3]/', ['10.0.0.0/8']), '::ffff:a01:203');
    assert.equal(await outcome('https://192.168.1.6/', ['192.168.1.5']), 'notAllowed');
    assert.match(await outcome('http://localhost:8080/', ['127.0.0.0/8', '::1']), /127\.0\.0\.1/);
  });

  it('does not find what has no address', async () => {
    assert.equal(await outcome('https://no-such-host.invalid/'), 'notFound');
  });

  it('checks hosts that are not asked by http, too', async () => {
    const checked = (host: string, allowed: string[] = []) => checkedAddresses(host, parseNetworks(allowed));
    assert.equal(await checked('127.0.0.1'), 'notAllowed');
    assert.equal(await checked('localhost'), 'notAllowed');
    assert.equal(await checked('no-such-host.invalid'), 'notFound');
    assert.deepEqual(await checked('93.184.215.14'), [{ address: '93.184.215.14', family: 4 }]);
    assert.deepEqual(await checked('[fd00::1]', ['fd00::/8']), [{ address: 'fd00::1', family: 6 }]);
  });
});
