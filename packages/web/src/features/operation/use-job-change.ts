import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../ui/toasts.tsx'

/** Changes a job, loads the list again, and then shows the result as a toast. */
export function useJobChange() {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const renewJobs = () => client.invalidateQueries({ queryKey: ['jobs'] })
  const make = async (change: () => Promise<string>) => {
    setIsBusy(true)
    try {
      const message = await change()
      await renewJobs()
      showToast({ message })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
      await renewJobs()
    }
    setIsBusy(false)
  }
  return { isBusy, make }
}
