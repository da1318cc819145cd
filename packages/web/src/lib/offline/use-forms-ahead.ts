import { useEffect, useEffectEvent, useState } from 'react'
import { type Session, useSession } from '../session.ts'
import type { FormName } from './outbox-kind.ts'
import { kindOf } from './own-outbox.ts'
import { readForms } from './read-forms.ts'
import { type Answers, storeForOffline } from './use-opens-offline.ts'

/** A form that is to open without a connection. It is read again where its version is another one. */
export interface WantedForm extends FormName {
  version: string | number
}

/**
 * Stores forms on this device that nobody has opened yet: they open without a connection then.
 * @param answers of the page that leads to them. @param forms the most wanted first
 * @returns whether they are stored; false without any
 */
export function useFormsAhead(answers: Answers, forms: readonly WantedForm[]): boolean {
  const session = useSession()
  const [stored, setStored] = useState('')
  const versions = forms.map(({ kind, id, version }) => `${kind}/${id}/${version}`).join()
  const store = useEffectEvent(async (isWanted: () => boolean) => {
    if (session !== undefined && (await storeAhead(session, answers, forms, isWanted))) setStored(versions)
  })
  useEffect(() => {
    if (versions === '' || !navigator.onLine) return
    let isWanted = true
    // Without it a form opens offline once it was opened with a connection.
    void store(() => isWanted).catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [versions])
  return versions !== '' && stored === versions
}

async function storeAhead(
  session: Session,
  page: Answers,
  wanted: readonly FormName[],
  isWanted: () => boolean,
): Promise<boolean> {
  const forms = await readForms(wanted, { kindOf, isWanted })
  if (!isWanted()) return false
  const answers = Object.assign({}, page, ...forms.map((form) => form.answers))
  const kinds = [...new Set(forms.map(({ kind }) => kind))]
  return await storeForOffline(session, { kinds, answers, addresses: forms.map(({ address }) => address) })
}
