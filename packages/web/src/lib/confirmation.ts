type Asker = () => Promise<boolean>

/** Where no screen can ask, nothing is confirmed. */
const neverConfirm: Asker = () => Promise.resolve(false)

let asker = neverConfirm
let asking: Promise<boolean> | undefined

/** Says who asks people to confirm that it is them. @returns what takes it back */
export function onConfirmationNeeded(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = neverConfirm
  }
}

/** Asks to confirm, once for all calls that wait for it. Answers whether it was done. */
export async function askToConfirm(): Promise<boolean> {
  asking ??= asker().finally(() => {
    asking = undefined
  })
  return await asking
}
