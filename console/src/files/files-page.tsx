export const FilesPage = () => null;
