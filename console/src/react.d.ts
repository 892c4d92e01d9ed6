import 'react';

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Lets a person choose a folder with all that is in it; every browser knows it, the types do not. */
    webkitdirectory?: '';
  }
}
