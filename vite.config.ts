import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// One file for both builds: `vite build` makes the browser's files, `vite build --ssr` bundles the server.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        target: 'node20',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        sourcemap: true,
        rolldownOptions: { output: { entryFileNames: '[name].js' } },
      }
    : { target: 'es2022', outDir: 'dist/web', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false }, manifest: true },
}));
