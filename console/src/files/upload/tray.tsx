export function UploadTray() {
  return null;
}
