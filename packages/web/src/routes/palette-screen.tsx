import { CommandPalette } from '../features/palette/command-palette.tsx'
import type { PaletteProps } from '../features/shell/palette-opener.tsx'
import { actions, embeddedAddresses, pages } from './features.ts'
import { allSections } from './load-screen.tsx'

/** Everything there is to go to. */
export const places = { sections: allSections, actions, pages, embedded: embeddedAddresses }

/** The command palette with everything there is to go to. */
export function PaletteScreen(props: PaletteProps) {
  return <CommandPalette places={places} {...props} />
}
