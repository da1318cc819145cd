/** What is used of libraries that bring no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Interaction {
    uid: string
    params: Record<string, string>
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    readonly Grant: new (of: {
      accountId: string
      clientId: string | undefined
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
    on(event: string, listener: (...values: unknown[]) => void): void
  }
}

declare module 'samlp' {
  export interface SamlRequest {
    id: string
    issuer: string
    assertionConsumerServiceURL: string
  }
  const samlp: {
    parseRequest(
      request: { method: string; query: Record<string, string> },
      done: (error: Error | null, data?: SamlRequest) => void,
    ): void
    getSamlResponse(
      options: Record<string, unknown>,
      user: unknown,
      done: (error: Error | null, response?: string) => void,
    ): void
  }
  // biome-ignore lint/style/noDefaultExport: a CommonJS module is imported as one
  export default samlp
}
