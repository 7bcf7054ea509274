// The parts of the module `cc` of Cocos Creator that hint.cocos.ts uses.
class Node {
  handlers = {};

  on(event, handler, target) {
    this.handlers[event] = (...values) => handler.apply(target, values);
  }

  emit(event, ...values) {
    return this.handlers[event](...values);
  }
}

class Component {
  node = new Node();
}

module.exports = {
  Component,
  Button: { EventType: { CLICK: "click" } },
  _decorator: { ccclass: () => () => {}, property: () => {} },
};
