declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Account {
    accountId: string
    claims(use: string, scope: string): Record<string, unknown>
  }

  interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(ttlSeconds?: number): Promise<string>
  }

  interface Context {
    oidc: {
      client: { clientId: string }
      session: { accountId: string; grantIdFor(clientId: string): string | undefined }
      /** What the token request redeems. */
      entities: { AuthorizationCode?: { authTime?: number }; RefreshToken?: { authTime?: number } }
    }
    type: string
    body: string
  }

  interface Interaction {
    uid: string
    prompt: { name: string }
    params: Record<string, unknown>
  }

  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void>
    find(id: string): Promise<AdapterPayload | undefined>
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>
    findByUid(uid: string): Promise<AdapterPayload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface AdapterPayload {
    uid?: string
    userCode?: string
    grantId?: string
    consumed?: number
    [key: string]: unknown
  }

  export interface Configuration {
    [setting: string]: unknown
    findAccount(context: Context, sub: string): Account | undefined
    loadExistingGrant(context: Context): Promise<Grant | undefined>
    extraTokenClaims(context: Context, token: { accountId?: string }): Record<string, unknown> | undefined
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration)
    readonly Grant: {
      new (input: { accountId: string; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): this
  }
}
