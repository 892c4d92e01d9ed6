export const RecycleBinPage = () => null;
