import { useNavigate } from '@tanstack/react-router'
import { showToast } from '../../../ui/toasts.tsx'
import { useWorkspace } from './workspace-context.ts'

/** Leaves the project for another page once all is saved, and gives its edit lock back, since that page may write to the project too. */
export function useGoWhenSaved(): (address: string) => Promise<void> {
  const { store, lock } = useWorkspace()
  const navigate = useNavigate()
  return async (address) => {
    try {
      await store.queue.settled()
    } catch (error) {
      return showToast({ tone: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
    await lock.release()
    await navigate({ href: address })
  }
}
