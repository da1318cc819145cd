import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../ui/toasts.tsx'

/** Changes a job and shows the result as a toast; the list is loaded again afterwards. */
export function useJobChange() {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const make = async (change: () => Promise<string>) => {
    setIsBusy(true)
    try {
      showToast({ message: await change() })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
    } finally {
      setIsBusy(false)
      await client.invalidateQueries({ queryKey: ['jobs'] })
    }
  }
  return { isBusy, make }
}
