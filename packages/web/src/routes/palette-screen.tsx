import { CommandPalette } from '../features/palette/command-palette.tsx'
import { actions } from './features.ts'
import { allSections } from './load-screen.tsx'

const places = { sections: allSections, actions }

/** The command palette with everything there is to go to. */
export function PaletteScreen({ onClose }: { onClose: () => void }) {
  return <CommandPalette places={places} onClose={onClose} />
}
