/** A colour as it is entered: `#14203a`. */
export const COLOUR = /^#[0-9a-f]{6}$/i

/** What WCAG 2.2 asks of text (1.4.3) and of marks that are no text (1.4.11). */
export const TEXT_CONTRAST = 4.5
export const MARK_CONTRAST = 3

type Channels = readonly [number, number, number]

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** A ratio as people read it. It is cut and not rounded: 4.49 is not 4.5. */
export function contrastWords(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}

/** One colour with a share of another in it. @param share from 0 to 1 */
export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [channelsOf(colour), channelsOf(other)]
  const hex = from.map((value, index) => {
    const channel = Math.round(value + ((to[index] ?? 0) - value) * share)
    return channel.toString(16).padStart(2, '0')
  })
  return `#${hex.join('')}`
}

/** Relative luminance, WCAG 2.2. */
function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
