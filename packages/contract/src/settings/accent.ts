import { contrastOf, MARK_CONTRAST, mixed, TEXT_CONTRAST } from './contrast.ts'

export type ColourTheme = 'light' | 'dark'

/** What an accent lies on, and the text beside it: the tokens of the web. */
const grounds = {
  light: { paper: '#f3f1ec', surface: '#ffffff', text: '#14203a' },
  dark: { paper: '#0e1626', surface: '#162135', text: '#e9edf4' },
} as const

/** The quieter text of the top bar, which is the same in both themes. */
export const BAR_TEXT = '#c3ccdb'

/** How much of the accent is in the fill of a selected row. */
const SOFT_SHARE = 0.16
const STEP = 0.05

export interface AccentTones {
  /** Marks, never text. */
  mark: string
  /** Text of the current choice. */
  strong: string
  /** The fill of a selected row. */
  soft: string
}

/** Whether an accent stands out from the panels that it marks. @returns the ratio and what is needed */
export function accentContrast(colour: string, theme: ColourTheme): { ratio: number; needed: number } {
  return { ratio: contrastOf(colour, grounds[theme].surface), needed: MARK_CONTRAST }
}

/** The colours that follow from an accent. Text in it is readable on its own fill and on every ground, whatever the accent. */
export function accentTones(colour: string, theme: ColourTheme): AccentTones {
  const { paper, surface, text } = grounds[theme]
  const soft = mixed(surface, colour, SOFT_SHARE)
  const isReadable = (tone: string) =>
    [paper, surface, soft].every((ground) => contrastOf(tone, ground) >= TEXT_CONTRAST)
  let share = 0
  while (share < 1 && !isReadable(mixed(colour, text, share))) share = Math.min(1, share + STEP)
  return { mark: colour, strong: mixed(colour, text, share), soft }
}
