/** Told apart on photos, light and dark ones, by their hue and by how light they are. */
const colours = [
  '#ff5a1f',
  '#19b5fe',
  '#ffd400',
  '#e83ea8',
  '#35d07f',
  '#9b6bff',
  '#ff9a3c',
  '#00c2b2',
  '#c8e04c',
  '#ff7d9c',
];

/** The colour of a label; the same one wherever it is shown. */
export const labelColour = (labelId: number): string => colours[Math.max(0, labelId - 1) % colours.length] ?? '#ff5a1f';
