/** The package's types import types that it does not include. */
declare module '@php-wasm/node-8-4' {
  import type { PHPLoaderModule } from '@php-wasm/universal'
  export const getPHPLoaderModule: () => Promise<PHPLoaderModule>
}
