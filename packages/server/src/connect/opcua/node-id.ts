/** Whether a text is a node id (OPC 10000-6, 5.3.1.10): the library throws over others. */
export function isNodeId(text: string): boolean {
  return /^(ns=\d{1,5};)?(i=\d{1,10}|s=.{1,4096}|g=[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|b=[A-Za-z0-9+/]+={0,2})$/.test(
    text,
  )
}
