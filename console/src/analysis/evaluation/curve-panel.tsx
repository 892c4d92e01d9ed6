import { Select, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Sheet } from '../../ui/sheet.tsx';
import { type CurvePoint, curveAt, curveOf, type Judged } from './curve.ts';
import classes from './evaluation.module.css';
import { percent } from './report.ts';

const steps = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0];
const everything = 'Everything';

/** How precision and recall depend on how sure the detector has to be; the table says the same as the picture. */
export function CurvePanel({ judged }: { readonly judged: readonly Judged[] }) {
  const labels = [...new Set(judged.map(({ label }) => label))].sort();
  const [of, setOf] = useState(everything);
  const curve = curveOf(of === everything ? judged : judged.filter(({ label }) => label === of));
  return (
    <section aria-labelledby="curve">
      <div className={classes.head}>
        <Title order={2} size="md" id="curve">
          How sure it has to be
        </Title>
        {labels.length > 1 && (
          <Select
            size="xs"
            w={180}
            aria-label="Curve of"
            allowDeselect={false}
            data={[everything, ...labels]}
            value={of}
            onChange={(chosen) => chosen && setOf(chosen)}
          />
        )}
      </div>
      <div className={classes.curve}>
        <Drawn curve={curve} />
        <Sheet label="Precision and recall by how sure it has to be">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>At least sure</Table.Th>
              <Table.Th ta="right">Precision</Table.Th>
              <Table.Th ta="right">Recall</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.map((least) => {
              const point = curveAt(curve, least);
              return (
                <Table.Tr key={least}>
                  <Table.Th scope="row" fw={500}>
                    {Math.round(100 * least)} %
                  </Table.Th>
                  <Table.Td ta="right">{percent(point?.precision ?? null)}</Table.Td>
                  <Table.Td ta="right">{percent(point?.recall ?? (curve.length > 0 ? 0 : null))}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Sheet>
      </div>
    </section>
  );
}

const [side, edge] = [240, 34];
const x = (recall: number): number => edge + recall * side;
const y = (precision: number): number => 10 + (1 - precision) * side;
const marks = [0, 0.25, 0.5, 0.75, 1];

/** Recall to the right, precision upwards. */
function Drawn({ curve }: { readonly curve: readonly CurvePoint[] }) {
  if (curve.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="sm">
        There is no curve where nothing is there to be found.
      </Text>
    );
  }
  const points = curve.map(({ recall, precision }) => `${x(recall)},${y(precision)}`).join(' ');
  return (
    <svg
      viewBox={`0 0 ${side + edge + 14} ${side + 48}`}
      className={classes.drawn}
      role="img"
      aria-label="Precision over recall. The table beside it has the figures."
    >
      {marks.map((value) => (
        <g key={value} className={classes.grid}>
          <line x1={x(0)} x2={x(1)} y1={y(value)} y2={y(value)} />
          <line x1={x(value)} x2={x(value)} y1={y(0)} y2={y(1)} />
          <text x={x(0) - 5} y={y(value) + 4} textAnchor="end">
            {100 * value}
          </text>
          <text x={x(value)} y={y(0) + 15} textAnchor="middle">
            {100 * value}
          </text>
        </g>
      ))}
      <text x={x(0.5)} y={y(0) + 33} textAnchor="middle" className={classes.name}>
        Recall, %
      </text>
      <text x={x(0) + 6} y={y(1) + 14} className={classes.name}>
        Precision, %
      </text>
      <polyline points={points} className={classes.line} />
      {curve.length <= 200 &&
        curve.map(({ least, recall, precision }) => (
          <circle key={least} cx={x(recall)} cy={y(precision)} r={3} className={classes.dot}>
            <title>{`At least ${Math.round(100 * least)} % sure: precision ${percent(precision)}, recall ${percent(recall)}`}</title>
          </circle>
        ))}
    </svg>
  );
}
