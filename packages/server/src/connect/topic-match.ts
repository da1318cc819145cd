/**
 * Whether a topic filter matches a topic (MQTT 3.1.1, 4.7). The filter is taken for valid: `#` is its last level, and a wildcard
 * is a whole level.
 */
export function filterMatches(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  const levels = topic.split('/')
  // A topic that begins with $ is the broker's own, and no wildcard stands for that.
  if (topic.startsWith('$') && (wanted[0] === '#' || wanted[0] === '+')) return false
  for (const [place, level] of wanted.entries()) {
    if (level === '#') return true
    if (place >= levels.length || (level !== '+' && level !== levels[place])) return false
  }
  return levels.length === wanted.length
}
