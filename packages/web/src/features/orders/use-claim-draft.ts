import type { MachineToClaim } from '@packhouse/contract'
import { useEffect, useState } from 'react'
import { readFromDevice, removeFromDevice, storeOnDevice } from '../../lib/device-store.ts'
import { useSession } from '../../lib/session.ts'

/** The texts of the form of a claim. */
export interface ClaimDraft {
  machineID: string
  serial: string
}

/**
 * The texts of a claim. Those that were typed stay on this device until the machine is claimed: the page may be loaded again before an answer has come. A sign-out
 * clears them.
 * @param token of the label. @returns the draft, undefined until it was read
 */
export function useClaimDraft(token: string, { plannedMachineID, serial, machineID }: MachineToClaim) {
  const owner = useSession()?.user.id
  const path = `claim/${owner}/${token}`
  const [typed, setTyped] = useState<Partial<ClaimDraft>>()
  useEffect(() => {
    if (owner === undefined) return
    let isWanted = true
    void readFromDevice(path)
      .catch(() => [])
      .then((stored) => isWanted && setTyped((stored[0]?.value as Partial<ClaimDraft> | undefined) ?? {}))
    return () => {
      isWanted = false
    }
  }, [owner, path])
  const isClaimed = machineID !== null
  useEffect(() => {
    if (isClaimed) void removeFromDevice([path]).catch(() => undefined)
  }, [isClaimed, path])
  const change = (changed: Partial<ClaimDraft>) => {
    const next = { ...typed, ...changed }
    setTyped(next)
    // A device that stores nothing has them until the page is closed.
    void storeOnDevice(path, next).catch(() => undefined)
  }
  const draft: ClaimDraft | undefined = typed && { machineID: plannedMachineID ?? '', serial: serial ?? '', ...typed }
  return { draft, change }
}
