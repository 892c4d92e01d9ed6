/** `2026-11-22 08:30 UTC`: pages know no time zone of their readers. */
export const timeText = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
