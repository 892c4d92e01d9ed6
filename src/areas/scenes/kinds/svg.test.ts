import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dataText, keptPictureUri } from './picture.ts';
import { cleanSvg } from './svg.ts';

const root = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2">${content}</svg>`;

describe('SVG of users', () => {
  it('is written anew: what draws stays', () => {
    for (const content of [
      '<path d="M0 0L1 1" fill="red" style="stroke: blue"></path>',
      '<defs><linearGradient id="a"><stop offset="0"></stop></linearGradient></defs><rect fill="url(#a)"></rect>',
      '<style>.a { fill: red } .b { fill: url("#a") }</style><g class="a"><use href="#x"></use></g>'.replaceAll(
        '"#a"',
        '#a',
      ),
      '<text x="1">a &amp; b &lt; c</text>',
    ]) {
      assert.equal(cleanSvg(root(content)), root(content));
    }
  });

  it('loses what nobody knows, with all that is in it', () => {
    const unknown =
      '<metadata><a>x</a></metadata><x:y xmlns:x="urn:x"><path/></x:y><g data-x="1" x:label="C:\\a" FILL="red"/><a href="#b"><path/></a>';
    assert.equal(cleanSvg(root(`<!-- c -->text${unknown}`)), root('<g></g>'));
  });

  it('of older files refers to its parts as newer ones do', () => {
    assert.equal(cleanSvg(root('<use xlink:href="#a"/>')), root('<use href="#a"></use>'));
  });

  it('says the same when it is written a second time', () => {
    const once = cleanSvg(root('<text>a &amp;quot; "b" &gt; c &unknown; </text><g id="a&quot;b"/>')) ?? '';
    assert.notEqual(once, '');
    assert.equal(cleanSvg(once), once);
  });

  it('becomes base64 in its data URI; other pictures stay as they are', () => {
    const kept = keptPictureUri(`data:image/svg+xml,${encodeURIComponent(root('<g foo="1"/>'))}`);
    const [head, content = ''] = kept.split(',');
    assert.equal(head, 'data:image/svg+xml;base64');
    assert.equal(Buffer.from(content, 'base64').toString(), root('<g></g>'));
    const symbol = { symbol: { url: `data:image/SVG+xml,${encodeURIComponent(root('<g foo="1"/>'))}`, size: 3 } };
    assert.deepEqual(JSON.parse(dataText(symbol)), { symbol: { url: kept, size: 3 } });
    for (const other of ['data:image/png;base64,iVBORw==', 'https://icons.example.com/pin.png', 'text']) {
      assert.equal(keptPictureUri(other), other);
    }
  });
});
