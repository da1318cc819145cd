import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../../ui/toasts.tsx'

/** Changes dead letters, shows the result, and loads the list again. */
export function useLetterChange() {
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
      await client.invalidateQueries({ queryKey: ['dead-letters'] })
      await client.invalidateQueries({ queryKey: ['dead-letter'] })
    }
  }
  return { isBusy, make }
}
