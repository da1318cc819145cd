import type { MachineToClaim } from '@packhouse/contract'
import { useEffect, useRef, useState } from 'react'
import { readFromDevice, removeFromDevice, storeOnDevice } from '../../lib/device-store.ts'
import { useSession } from '../../lib/session.ts'

/** The texts of the form of a claim. */
export interface ClaimDraft {
  machineID: string
  serial: string
}

/**
 * The texts of a claim, which stay on this device until the machine is claimed: the page may be loaded again before an answer has come. A sign-out clears them.
 * @param token of the label. @returns undefined until it was read
 */
export function useClaimDraft(token: string, { plannedMachineID, serial, machineID }: MachineToClaim) {
  const owner = useSession()?.user.id
  const path = `claim/${owner}/${token}`
  const [draft, setDraft] = useState<ClaimDraft>()
  const begin = useRef<ClaimDraft>({ machineID: plannedMachineID ?? '', serial: serial ?? '' })
  useEffect(() => {
    if (owner === undefined) return
    let isWanted = true
    void readFromDevice(path)
      .catch(() => [])
      .then((stored) => isWanted && setDraft((stored[0]?.value as ClaimDraft | undefined) ?? begin.current))
    return () => {
      isWanted = false
    }
  }, [owner, path])
  const isClaimed = machineID !== null
  useEffect(() => {
    if (isClaimed) void removeFromDevice([path]).catch(() => undefined)
  }, [isClaimed, path])
  const change = (changed: Partial<ClaimDraft>) => {
    const next = { ...(draft ?? begin.current), ...changed }
    setDraft(next)
    // A device that stores nothing has it until the page is closed.
    void storeOnDevice(path, next).catch(() => undefined)
  }
  return { draft, change }
}
