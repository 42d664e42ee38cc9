// oxlint-disable-next-line import/no-default-export -- The generator reads the default export.
export default {
  input: 'openapi.json',
  // Without it, the generator follows the first tsconfig.json above its own package, which is not that of the client.
  output: { path: 'hey-api', module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
}
