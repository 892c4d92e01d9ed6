/** What is dropped beside a place for it would be opened in the place of the page, with all that is under way in it. */
export function keepDrops(): void {
  const isText = ({ target }: DragEvent) => target instanceof Element && target.closest('input, textarea') !== null;
  const keep = (event: DragEvent) => {
    const files = event.dataTransfer?.types.includes('Files') ?? false;
    if (files || !isText(event)) event.preventDefault();
  };
  window.addEventListener('dragover', keep);
  window.addEventListener('drop', keep);
}
