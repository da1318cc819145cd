import type { FormAhead, FormName, OutboxKind } from './outbox-kind.ts'
import { isPassing } from './unreachable.ts'

/** Forms that are stored ahead at once, with those that they lead to. */
export const MOST_FORMS = 16

interface Reading {
  kindOf: (name: string) => Promise<Pick<OutboxKind, 'readAhead'> | undefined>
  /** Whether anybody still waits for them. */
  isWanted: () => boolean
}

/**
 * Reads what some forms need, and those that they lead to, each once. What the reader may not open is left out.
 * @throws Error where the server cannot be reached: some would be missing
 */
export async function readForms(
  wanted: readonly FormName[],
  { kindOf, isWanted }: Reading,
): Promise<(FormAhead & FormName)[]> {
  const forms: (FormAhead & FormName)[] = []
  const all = [...wanted]
  const known = new Set<string>()
  // It grows while it is read.
  for (const { kind, id } of all) {
    const name = `${kind}/${id}`
    if (known.has(name)) continue
    if (!isWanted() || forms.length >= MOST_FORMS) break
    known.add(name)
    const form = await readForm((await kindOf(kind))?.readAhead, id)
    if (form === undefined) continue
    forms.push({ ...form, kind, id })
    all.push(...(form.leadsTo ?? []))
  }
  return forms
}

async function readForm(read: OutboxKind['readAhead'], id: string): Promise<FormAhead | undefined> {
  try {
    return await read?.(id)
  } catch (error) {
    if (isPassing(error)) throw error
    return undefined
  }
}
