import { accentContrast, BAR_TEXT, type ColourTheme } from '../accent.ts'
import { contrastOf, contrastWords, TEXT_CONTRAST } from '../contrast.ts'
import { setting } from '../setting.ts'

const group = 'product' as const
const reach = 'everyone' as const

/** What the product is called and how it looks. */
export const productSettings = {
  'product.title': setting.text({
    ...{ group, reach, fallback: 'Packhouse', variable: 'PRODUCT_TITLE' },
    label: 'Title',
    help: 'In the top bar, in mails and on public pages',
    longest: 60,
  }),
  'product.logo': setting.optionalPicture({
    ...{ group, reach, fallback: null },
    label: 'Logo',
    help: 'In the top bar in place of the mark. PNG, JPEG or WebP, at most 512 KiB',
  }),
  'product.barColour': setting.optionalColour({
    ...{ group, reach, fallback: null },
    label: 'Colour of the top bar',
    help: 'In both themes; its text is light. Empty: ink',
    fault: barFault,
  }),
  'product.accent': setting.optionalColour({
    ...{ group, reach, fallback: null },
    label: 'Accent in the light theme',
    help: 'Marks the current choice. Empty: kraft',
    fault: (colour) => accentFault(colour, 'light'),
  }),
  'product.accentDark': setting.optionalColour({
    ...{ group, reach, fallback: null },
    label: 'Accent in the dark theme',
    help: 'Marks the current choice. Empty: kraft',
    fault: (colour) => accentFault(colour, 'dark'),
  }),
  'product.docsUrl': setting.link({
    ...{ group, reach, fallback: '/docs', variable: 'DOCS_URL' },
    label: 'Docs link',
    help: 'A path or an http(s) address',
  }),
  'product.cmmsUrl': setting.optionalLink({
    ...{ group, reach, fallback: null, variable: 'CMMS_URL' },
    label: 'CMMS link',
    help: 'Empty hides the entry of the profile menu',
  }),
}

function barFault(colour: string): string | undefined {
  const ratio = contrastOf(BAR_TEXT, colour)
  if (ratio >= TEXT_CONTRAST) return undefined
  return `has a contrast of ${contrastWords(ratio)}:1 with the text on it; at least ${TEXT_CONTRAST}:1 is needed`
}

function accentFault(colour: string, theme: ColourTheme): string | undefined {
  const { ratio, needed } = accentContrast(colour, theme)
  if (ratio >= needed) return undefined
  return `has a contrast of ${contrastWords(ratio)}:1 with the panels it marks; at least ${needed}:1 is needed`
}
