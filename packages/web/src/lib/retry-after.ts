/** Nobody waits longer, whatever a proxy says. */
const LONGEST_SECONDS = 300

/** Seconds after which the server wants to be asked again; undefined where it has not refused for now, or does not say. */
export function retryAfterOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  const header = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(header) ? Math.min(LONGEST_SECONDS, Number(header)) : undefined
}
