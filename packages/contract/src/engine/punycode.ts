const BASE = 36
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A label of a domain in ASCII (RFC 3492, 6.3): `müller` is `xn--mller-kva`. One of ASCII stays as it is. */
export function asciiLabel(label: string): string {
  const codes = Array.from(label, (character) => character.codePointAt(0) as number)
  const plain = codes.filter((code) => code < 0x80)
  if (plain.length === codes.length) return label
  const written = [String.fromCodePoint(...plain), ...(plain.length > 0 ? ['-'] : [])]
  let handled = plain.length
  let next = 0x80
  let delta = 0
  let bias = 72
  while (handled < codes.length) {
    const code = Math.min(...codes.filter((one) => one >= next))
    delta += (code - next) * (handled + 1)
    next = code
    for (const one of codes) {
      if (one < next) delta++
      if (one !== next) continue
      written.push(variableLength(delta, bias))
      bias = adapted(delta, handled + 1, handled === plain.length)
      delta = 0
      handled++
    }
    delta++
    next++
  }
  return `xn--${written.join('')}`
}

function variableLength(delta: number, bias: number): string {
  let rest = delta
  let text = ''
  for (let step = BASE; ; step += BASE) {
    const threshold = Math.max(1, Math.min(26, step - bias))
    if (rest < threshold) return text + DIGITS[rest]
    text += DIGITS[threshold + ((rest - threshold) % (BASE - threshold))]
    rest = Math.floor((rest - threshold) / (BASE - threshold))
  }
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let step = 0
  for (; rest > 455; step += BASE) rest = Math.floor(rest / (BASE - 1))
  return step + Math.floor((BASE * rest) / (rest + 38))
}
