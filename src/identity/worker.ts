import { WorkerEntrypoint } from 'cloudflare:workers'
import { codeMailOf, type CodeMail } from './codes.ts'
import { identityDepsOf } from './deps.ts'
import type { IdentityEnv } from './env.ts'
import type { IdentityDeps } from './ports.ts'
import { answerSignIn } from './router.ts'
import { createSigning, type Signing } from './signing.ts'

let bound: { deps: IdentityDeps; signing: Signing } | null = null

/**
 * The identity Worker: a small OpenID provider. It has no route. The main Worker passes on requests under `/sign-in`,
 * fetches the public keys and asks for the content of emails. Only this Worker has the key that decrypts the signing
 * keys.
 */
// oxlint-disable-next-line import/no-default-export -- the entry point of a Worker
export default class Identity extends WorkerEntrypoint<IdentityEnv> {
  get #parts() {
    if (bound !== null) return bound
    const deps = identityDepsOf(
      this.env,
      (work) => this.ctx.waitUntil(work),
      // oxlint-disable-next-line no-console -- the log of a Worker
      (line) => console.log(line),
    )
    bound = { deps, signing: createSigning(deps) }
    return bound
  }

  override fetch(request: Request): Promise<Response> {
    const { deps, signing } = this.#parts
    return answerSignIn(request, deps, signing)
  }

  /** Not reachable by HTTP: the main Worker calls it while it composes the email of a code request. */
  codeMail(requestId: string, address: string): Promise<CodeMail> {
    return codeMailOf(requestId, address, this.#parts.deps)
  }
}
