// What the checker of types cannot know of the page: which element an id, a selector or an event names.
interface Document { getElementById(id: string): any; activeElement: any }
interface ParentNode { querySelector(selectors: string): any; querySelectorAll(selectors: string): NodeListOf<any> }
interface Element { closest(selectors: string): any }
interface EventTarget { closest(selectors: string): any; id: any; type: any }
interface Event { pointerId: number }
interface Window { PYROUT: any; PYROUT_GIVEN: any }
