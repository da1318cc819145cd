import { recipeStyles, type UnmappedRecipe } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { callsAt } from '../../../resource/registry.ts'
import { showToast } from '../../../ui/toasts.tsx'

/** Says which style a recipe makes; whatever shows figures by style is loaded again. */
export function useMapRecipe() {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const map = async ({ recipe, libraryMachine }: UnmappedRecipe, styleId: string) => {
    setIsBusy(true)
    try {
      const body = { recipe, styleId, libraryMachineId: libraryMachine?.id ?? null }
      await callApi(callsAt(recipeStyles).create, { body })
      await client.invalidateQueries({ queryKey: ['resource'] })
      showToast({ message: t('library.recipeIsMapped', { recipe }) })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : String(error), tone: 'failed' })
      await client.invalidateQueries({ queryKey: ['resource'] })
    }
    setIsBusy(false)
  }
  return { isBusy, map }
}
