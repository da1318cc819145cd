/** Noted in local storage while something may be on this device: only then is the code of the outbox loaded with the page. */
const NOTE = 'packhouse-outbox'
/** Of what the page has loaded is stored what the browser has noted (`page-worker.ts`): by itself it notes 250, questions to the server included. */
const MOST_NOTED = 5_000

let isWanted = false
let load: () => void = () => {
  isWanted = true
}

/** Says what loads the code of the outbox, which the first screen does without: at once where something may be kept, else when it is asked for. */
export function onOutboxWanted(loader: () => void): void {
  load = loader
  performance.setResourceTimingBufferSize(MOST_NOTED)
  if (isWanted || localStorage.getItem(NOTE) !== null) load()
}

export function wantOutbox(): void {
  load()
}

export function noteOutbox(): void {
  localStorage.setItem(NOTE, 'yes')
}
