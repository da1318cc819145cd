import { errorMessage } from '../../../resource/error-messages.ts'
import { declared } from '../../../resource/registry.ts'
import { showToast } from '../../../ui/toasts.tsx'
import type { Values } from './project-sheet.ts'
import { useSaveProject } from './use-save-project.ts'
import type { TypedPlace } from './use-typed-kept.ts'
import { useWorkspace } from './workspace-context.ts'

interface ProjectFields {
  /** @param done what is said then. @returns whether they are saved; if not, they are kept and offered */
  save: (values: Values, done: string) => Promise<boolean>
  /** The same of what is taken back or done again. */
  write: (values: Values, done: string) => Promise<boolean>
  typed: TypedPlace
}

/** Fields of the project itself: kept on this device from the first key until they are saved. */
export function useProjectFields(): ProjectFields {
  const { store, lock, drafts } = useWorkspace()
  const save = useSaveProject()
  const keep = (values: Values, token: string | undefined) => {
    const { id: rowId, rowVersion } = store.project
    const held = new Map<string, unknown>(Object.entries(store.project))
    for (const [field, mine] of Object.entries(values)) {
      void drafts.keep({ resource: 'project', rowId, field, rowVersion, base: held.get(field), mine }, token)
    }
  }
  const drop = (fields: readonly string[]) =>
    void drafts.forget(fields.map((field) => ({ rowId: store.project.id, field })))
  return {
    typed: { keep: (values) => keep(values, lock.token), drop },
    async save(values, done) {
      const held = new Map<string, unknown>(Object.entries(store.project))
      const isSaved = await write(values, done)
      if (isSaved) store.projectChanged(Object.fromEntries(Object.keys(values).map((name) => [name, held.get(name)])))
      return isSaved
    },
    write,
  }

  async function write(values: Values, done: string): Promise<boolean> {
    keep(values, lock.token)
    // A field that is left after the lock was lost is refused anyhow: what it holds is offered once the project is edited again.
    if (lock.token === undefined) return false
    try {
      await save(values)
      drop(Object.keys(values))
      showToast({ message: done })
      return true
    } catch (error) {
      // Under no lock, it is offered at once.
      keep(values, undefined)
      showToast({ message: errorMessage(declared('project'), error), tone: 'failed' })
      return false
    }
  }
}
