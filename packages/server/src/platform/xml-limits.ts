import sax from 'sax'

/** How large an XML document may be. */
export interface XmlLimits {
  /** Of the document in UTF-8. */
  bytes: number
  elements: number
  /** Elements inside of each other. */
  depth: number
  /** Of all elements together. */
  attributes: number
}

export type XmlFault = keyof XmlLimits | 'document_type' | 'not_xml'

/** Why a document is not parsed. */
export class XmlLimitError extends Error {
  readonly fault: XmlFault

  constructor(fault: XmlFault) {
    super(fault)
    this.fault = fault
  }
}

/** So much is read between two looks at the limits. */
const CHUNK = 16_384

/**
 * Reads a document from its beginning, without a tree, and stops at the first fault. Trees and XPath take time and memory that
 * grow with the square of what is in a document, so whatever comes from outside passes here first.
 * @returns how many elements there are
 * @throws XmlLimitError
 */
export function assertXmlWithin(limits: XmlLimits, xml: string): number {
  // Before anything else: entities could name files, or grow without end.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new XmlLimitError('document_type')
  if (xml.length > limits.bytes || Buffer.byteLength(xml) > limits.bytes) throw new XmlLimitError('bytes')
  const counted = { elements: 0, depth: 0, attributes: 0 }
  const parser = countingParser(counted, limits)
  for (let from = 0; from < xml.length; from += CHUNK) parser.write(xml.slice(from, from + CHUNK))
  parser.close()
  if (counted.elements === 0) throw new XmlLimitError('not_xml')
  return counted.elements
}

type Counted = Record<Exclude<keyof XmlLimits, 'bytes'>, number>

function countingParser(counted: Counted, limits: XmlLimits): sax.SAXParser {
  const parser = sax.parser(true)
  const add = (what: keyof Counted) => {
    counted[what]++
    if (counted[what] > limits[what]) throw new XmlLimitError(what)
  }
  parser.onopentagstart = () => {
    add('elements')
    add('depth')
  }
  parser.onattribute = () => add('attributes')
  parser.onclosetag = () => {
    counted.depth--
  }
  parser.ondoctype = () => {
    throw new XmlLimitError('document_type')
  }
  parser.onerror = () => {
    throw new XmlLimitError('not_xml')
  }
  return parser
}
