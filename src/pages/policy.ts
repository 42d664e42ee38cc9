import type { Shown } from './page.ts'

/**
 * Returns the Content-Security-Policy of a page. It allows no inline code and no other origins, except for images:
 * organisers may host theirs anywhere.
 */
export const policyOf = ({ connects = [], wasm = false }: Pick<Shown, 'connects' | 'wasm'>) =>
  [
    "default-src 'none'",
    `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' https: http: data: blob:",
    "media-src 'self' blob:",
    `connect-src ${["'self'", ...connects].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
