import { useSearch } from '@tanstack/react-router'
import { useSearchChange } from '../../lib/address-search.ts'

const panels = ['settings', 'versions'] as const
export type PanelName = (typeof panels)[number]

/** What is open beside the editor, stored in the address; undefined where nothing is. */
export function usePanel(): { name: PanelName | undefined; show: (name: PanelName | undefined) => void } {
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const changeSearch = useSearchChange()
  return {
    name: panels.find((panel) => panel === tab),
    show: (name) =>
      changeSearch((before) => ({ ...before, tab: name, view: undefined }), { replace: true, resetScroll: false }),
  }
}

/** The source that is shown, stored in the address; the first where it names none of them. */
export function useFile(files: readonly string[]): { file: string; showFile: (name: string) => void } {
  const { file } = useSearch({ strict: false }) as { file?: string }
  const changeSearch = useSearchChange()
  const [first = ''] = files
  return {
    file: file !== undefined && files.includes(file) ? file : first,
    showFile: (name) =>
      changeSearch((before) => ({ ...before, file: name === first ? undefined : name }), {
        replace: true,
        resetScroll: false,
      }),
  }
}
