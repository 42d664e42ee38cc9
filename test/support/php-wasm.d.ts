/** Its package names types that it does not bring. */
declare module '@php-wasm/node-8-4' {
  import type { PHPLoaderModule } from '@php-wasm/universal'
  export const getPHPLoaderModule: () => Promise<PHPLoaderModule>
}
