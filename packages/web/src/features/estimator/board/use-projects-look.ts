import { useSearch } from '@tanstack/react-router'
import { useSearchChange } from '../../../lib/address-search.ts'
import { useStored } from '../../../resource/stored.ts'

const looks = ['board', 'table'] as const
export type ProjectsLook = (typeof looks)[number]

const isLook = (value: unknown): value is ProjectsLook => looks.some((look) => look === value)

/** Whether the projects are a board or a table: as the address says, or else as the reader chose last. */
export function useProjectsLook(): { look: ProjectsLook; choose: (look: ProjectsLook) => void } {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const [stored, store] = useStored<ProjectsLook>('projects.look', 'board', isLook)
  return {
    look: isLook(search.as) ? search.as : stored,
    choose: (look) => {
      store(look)
      changeSearch((previous) => ({ ...previous, as: look }), { replace: true, resetScroll: false })
    },
  }
}
