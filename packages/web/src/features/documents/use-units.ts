import { declared } from '../../resource/registry.ts'
import { useChoices } from '../../resource/use-choices.ts'

/** The business units by name; none where the reader may not see them. */
export function useUnits(): readonly { value: string; label: string }[] {
  return useChoices({ resource: declared('businessUnit'), by: 'id' }).options
}
