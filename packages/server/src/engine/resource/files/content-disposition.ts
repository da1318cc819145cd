/** The header by which a browser shows a file in place or stores it, with the name that the file came with (RFC 6266). */
export function contentDisposition(way: 'inline' | 'attachment', name: string): string {
  return `${way}; filename*=UTF-8''${encodeRfc8187(name)}`
}

/** Percent-encoding as RFC 8187 wants it: `encodeURIComponent` leaves some signs that it does not allow. */
function encodeRfc8187(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
