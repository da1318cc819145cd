import { useEffect, useState } from 'react'
import { publicSettingsQuery } from '../public-settings.ts'
import { queryClient } from '../query-client.ts'
import type { Session } from '../session.ts'
import { keepAnswer } from './kept-answers.ts'
import { loadForOffline } from './own-outbox.ts'
import { keepPage } from './page-worker.ts'

/** Answers of the server by the names that they are kept under. */
export type Answers = Readonly<Record<string, unknown>>

/**
 * Keeps all that an open form needs without a connection.
 * @param kind of its entries. @param answers that it shows, the same object as long as they are the same; undefined before they are there
 * @returns whether it opens without one from now on
 */
export function useOpensOffline(session: Session, kind: string, answers: Answers | undefined): boolean {
  const [opens, setOpens] = useState(false)
  useEffect(() => {
    if (answers === undefined || !navigator.onLine) return
    let isWanted = true
    // Without it the form needs a connection.
    void storeForOffline(session, { kinds: [kind], answers })
      .then((isStored) => isWanted && setOpens(isStored))
      .catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [session, kind, answers])
  return opens
}

interface OfflineForms {
  kinds: readonly string[]
  answers: Answers
  /** Of pages that were not opened yet. */
  addresses?: readonly string[]
}

/** Stores on this device what forms need without a connection. @returns whether their pages open without one from now on */
export async function storeForOffline(session: Session, { kinds, answers, addresses }: OfflineForms): Promise<boolean> {
  const owner = session.user.id
  const settings = queryClient.getQueryData(publicSettingsQuery.queryKey)
  await keepAnswer(owner, 'session', session)
  if (settings !== undefined) await keepAnswer(owner, 'public-settings', settings)
  for (const [name, answer] of Object.entries(answers)) await keepAnswer(owner, name, answer)
  await loadForOffline(kinds, addresses)
  return await keepPage()
}
