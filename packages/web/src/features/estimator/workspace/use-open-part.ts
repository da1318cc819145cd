import type { ProjectPart } from '@packhouse/contract'
import { createContext, use } from 'react'

/** The part whose fields are open beside the page; `project` for the project itself. */
export type OpenPart = { kind: ProjectPart; id: string } | { kind: 'project' }

export interface PartDrawerState {
  part: OpenPart | undefined
  open: (part: OpenPart | undefined) => void
}

export const OpenPartContext = createContext<PartDrawerState>({ part: undefined, open: () => undefined })

export function useOpenPart(): PartDrawerState {
  return use(OpenPartContext)
}
