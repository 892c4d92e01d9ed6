import { Kbd, Table } from '@mantine/core';
import { Dialog } from '../dialog.tsx';

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['F'], 'Show everything'],
  [['G'], 'Go to what is chosen'],
  [['H'], 'Hide what is chosen'],
  [['I'], 'Show only what is chosen'],
  [['A'], 'Show all again'],
  [['Esc'], 'End measuring, or choose nothing'],
  [['⌫'], 'Take the last measured point back'],
  [['←', '→', '↑', '↓'], 'Turn about the model'],
  [['+', '−'], 'Come nearer, go away'],
  [['W', 'A', 'S', 'D'], 'Walk, while walking'],
  [['E', 'Q'], 'Go up and down, while walking'],
  [['?'], 'This list'],
];

/** The keys of the picture. */
export const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog onClose={onClose} title="Keys">
    <Table verticalSpacing={4}>
      <Table.Tbody>
        {keys.map(([names, does]) => (
          <Table.Tr key={does}>
            <Table.Th scope="row" w={150} fw={400}>
              {names.map((name) => (
                <Kbd key={name} size="xs" mr={4}>
                  {name}
                </Kbd>
              ))}
            </Table.Th>
            <Table.Td>{does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Dialog>
);
