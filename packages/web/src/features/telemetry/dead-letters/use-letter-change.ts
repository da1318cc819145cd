import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../../ui/toasts.tsx'

/** Changes dead letters, loads the list again, and then shows the result. */
export function useLetterChange() {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const renewLetters = async () => {
    await client.invalidateQueries({ queryKey: ['dead-letters'] })
    await client.invalidateQueries({ queryKey: ['dead-letter'] })
  }
  const make = async (change: () => Promise<string>) => {
    setIsBusy(true)
    try {
      const message = await change()
      await renewLetters()
      showToast({ message })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
      await renewLetters()
    }
    setIsBusy(false)
  }
  return { isBusy, make }
}
