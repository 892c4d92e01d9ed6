/* How commands of files are called; in one place for their help and their refusals. */

export const uploadUsage =
  'twin upload <path>… [--to <folder>] [-r] [--if-exists update|skip|fail] [--include <glob>]… [--exclude <glob>]… [--reality-data <id>] [--dry-run] [--restart] [--patience <seconds>] [--wait]';
export const downloadUsage =
  'twin download <file id|path>… [-o <file or folder>] [-r] [--reality-data <id>] [--include <glob>]… [--exclude <glob>]… [--patience <seconds>]';
export const syncUsage = 'twin sync <folder> <remote folder> [--down] [--delete] [--dry-run] [--patience <seconds>]';
export const lsUsage = 'twin ls [<path>] [-r]';
export const openUsage = 'twin open [<id>|<area>] [--print]';
