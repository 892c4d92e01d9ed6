/* What programs on Node.js have besides: files up and down, and waiting for jobs. */

export { type Downloaded, type DownloadOptions, downloadFile } from './node/download-file.ts';
export { type Job, JobFailed, type WaitOptions, waitForJobs } from './node/jobs.ts';
export { Away, type LineOptions } from './node/lines.ts';
export {
  downloadFromRealityData,
  type RealityFile,
  type RealityFiles,
  realityFiles,
  realityFilesIn,
  uploadToRealityData,
} from './node/reality-data.ts';
export { recordsFolder, UploadRunning } from './node/records.ts';
export { Refused } from './node/refused.ts';
export { SourceChanged } from './node/source.ts';
export { type RemoteFile, type TwinFiles, twinFiles, WrongPath } from './node/twin-files.ts';
export { DigestDiffers, FileExists, type Uploaded, type UploadOptions, uploadFile } from './node/upload-file.ts';
