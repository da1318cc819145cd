import { foldCase } from '@packhouse/contract'
/** A text with what was searched for marked in it. Case does not count. */
export function Marked({ text, q }: { text: string; q: string }) {
  if (q === '') return text
  const parts: { at: number; text: string; isHit: boolean }[] = []
  const folded = foldCase(text)
  const wanted = foldCase(q)
  let at = 0
  // Folding can change the length of rare letters; then places would not be those of the text.
  for (let hit = folded.indexOf(wanted); hit >= 0 && folded.length === text.length; hit = folded.indexOf(wanted, at)) {
    parts.push({ at, text: text.slice(at, hit), isHit: false })
    parts.push({ at: hit, text: text.slice(hit, hit + wanted.length), isHit: true })
    at = hit + wanted.length
  }
  parts.push({ at, text: text.slice(at), isHit: false })
  return parts.map((part) =>
    part.isHit ? (
      <mark key={`hit ${part.at}`} className="rounded-xs bg-kraft-soft text-kraft-strong outline-1 outline-kraft">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
