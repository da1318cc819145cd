import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared } from '../../resource/registry.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Does something to deliveries of a webhook, loads their list again, and then says what became of it. */
export function useDeliveryAct(webhookId: string) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const renewDeliveries = () => client.invalidateQueries({ queryKey: ['webhookDeliveries', webhookId] })
  const act = async (change: () => Promise<string>) => {
    setIsBusy(true)
    try {
      const message = await change()
      await renewDeliveries()
      showToast({ message })
    } catch (error) {
      showToast({ message: errorMessage(declared('webhook'), error), tone: 'failed' })
      await renewDeliveries()
    }
    setIsBusy(false)
  }
  return { isBusy, act }
}
